/** Why a picture can't be used. */
export class PictureError extends Error {
  override name = 'PictureError';
  readonly code: 'image_unreadable' | 'image_too_small' | 'image_too_large';

  constructor(code: PictureError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
