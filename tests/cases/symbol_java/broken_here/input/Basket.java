class Basket {
    int total() {
        return (1;
    }
