fn a() { 1 }
