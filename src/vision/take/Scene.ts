import type { Thumbnail } from './Thumbnail.ts';

/** Middle and width of a face, in widths of the picture. */
export interface FaceBox {
  x: number;
  y: number;
  width: number;
}

/** A picture's grid of lumas, and where the face is in it. */
export interface Scene {
  thumbnail: Thumbnail;
  face: FaceBox;
}
