def sail():
    hoist()
    
    go(1)
