fn a() {}

fn new() {}

fn b() {}
