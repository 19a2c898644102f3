export interface Box extends Base<Box> { inner: Box[] }

declare function pack(box: Box): asserts box is Box;
export default Box;
