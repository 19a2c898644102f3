impl Ring {
    // Make a ring of a list
    //
    // # Examples
    //
    // # Seen before use
    //
    fn ring(list: List) -> Ring {
    }
}
