/** Points that mimicry moves little: middle line, corners of eyes and mouth, cheeks, sides of the face. */
export const rigidPoints: readonly number[] = [
  10, 151, 9, 168, 6, 5, 4, 1, 33, 133, 362, 263, 234, 454, 127, 356, 93, 323, 61, 291, 152, 175, 50, 280,
  205, 425,
];
