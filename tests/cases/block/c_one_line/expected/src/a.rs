fn a() { 3 }
fn b() { 2 }
