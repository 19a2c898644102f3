def on():
    # Turns it on.
    light()
