def run(self):
    log.info("x")
    return None

def stop(self):
    return None

log.info("x")
log.info("y")
