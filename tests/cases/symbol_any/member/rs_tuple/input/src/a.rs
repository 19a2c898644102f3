struct A(u8);
