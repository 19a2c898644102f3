function a() {}

function c() {}
