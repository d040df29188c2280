/** From pixel (x, y) of a square to (a x + b y + c, d x + e y + f) of the picture. */
export type AffineMap = [number, number, number, number, number, number];
