def sail():
    hoist()
    
    go(2)
