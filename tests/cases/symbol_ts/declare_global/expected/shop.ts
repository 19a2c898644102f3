export {};

declare global {
  interface Window {
    b: string;
  }
}
