impl Ring {
    // Convert a list to a ring
    //
    // # Examples
    //
    // # Seen before use
    //
    fn ring(list: List) -> Ring {
    }
}
