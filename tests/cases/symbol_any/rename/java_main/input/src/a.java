class Cart {
    public static void main(String[] args) {}
}
