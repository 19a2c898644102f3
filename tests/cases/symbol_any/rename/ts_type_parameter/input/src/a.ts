interface Box { size: number }

function first<Box>(box: Box): Box { return box; }
