function cart() { return <cart />; }

cart();
