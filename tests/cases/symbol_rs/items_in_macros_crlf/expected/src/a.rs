cfg_rt! {
    pub fn run() {
        stop();
    }

    pub fn stop() {}

    pub fn wait() {}
}
