function basket() { return <cart />; }

basket();
