struct T {};

template <class T>
void Queue<T>::push(const T &job)
{
    jobs_.push_back(job);
}

template <>
void Queue<T>::push(const T &job)
{
    jobs_.push_front(job);
}
