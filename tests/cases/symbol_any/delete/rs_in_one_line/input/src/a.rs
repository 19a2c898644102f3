mod m { pub fn a() {} pub fn b() {} }
