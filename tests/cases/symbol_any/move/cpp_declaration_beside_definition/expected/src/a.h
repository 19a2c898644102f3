void g();
