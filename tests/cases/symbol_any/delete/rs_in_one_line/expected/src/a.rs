mod m { pub fn a() {} }
