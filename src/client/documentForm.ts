/**
 * The pictures of one side of a document, and from a camera the small frames around them, in order. Without these a reviewer
 * looks at the document, unless an API key sends it and `policy.documentUpload` is `enable`.
 */
export interface DocumentPictures {
  stills: readonly Blob[];
  trail?: readonly Blob[];
  /** The time of each small frame in milliseconds, increasing from 0. */
  times?: readonly number[];
}

/** What is sent for a document check. */
export interface DocumentCapture {
  nonce: string;
  source: 'camera' | 'upload';
  front: DocumentPictures;
  back?: DocumentPictures;
}

/** The multipart body of the pictures of a document. */
export function documentForm({ nonce, source, front, back }: DocumentCapture): FormData {
  const body = new FormData();
  body.set('nonce', nonce);
  body.set('source', source);
  for (const [side, pictures] of [
    ['front', front],
    ['back', back],
  ] as const) {
    if (!pictures) continue;
    for (const still of pictures.stills) body.append(side, still, side);
    for (const frame of pictures.trail ?? []) body.append(`${side}Trail`, frame, side);
    if (pictures.times) body.set(`${side}Times`, JSON.stringify(pictures.times));
  }
  return body;
}
