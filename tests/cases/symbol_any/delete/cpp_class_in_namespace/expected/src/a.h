namespace n {

class C;

} // namespace n
