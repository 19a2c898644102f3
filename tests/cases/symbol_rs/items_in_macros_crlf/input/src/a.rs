cfg_rt! {
    pub fn run() {}

    pub fn stop() {}
}
