def run(self):
    log.info("x")
    return None

def stop(self):
    return self.x

log.info("y")
