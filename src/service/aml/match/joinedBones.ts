/** The skeleton of parts that are written as one. */
export function joinedBones(bones: string[]): string {
  return bones.join('').replace(/(.)\1+/g, '$1');
}
