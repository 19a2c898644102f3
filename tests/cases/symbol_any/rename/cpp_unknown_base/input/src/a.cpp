struct Child : public Elsewhere {
    void run() {}
};
