/** The mean of several views of one face: nearer to every other view of it than they are to each other. */
export function meanDescriptor(views: readonly Float32Array[]): Float32Array {
  return views[0]!.map((_, i) => views.reduce((sum, view) => sum + view[i]!, 0) / views.length);
}
