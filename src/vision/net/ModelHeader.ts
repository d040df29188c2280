/**
 * What a packed model says about itself: the operations in the order they run. Tensor 0 is the input; every
 * tensor is height x width x channels, channels last. `h`, `w`, `c` are those of the result.
 */
export interface ModelHeader {
  precision: 'int8' | 'float32';
  input: { h: number; w: number; c: number };
  outputs: number[];
  ops: ModelOp[];
}

export type ModelOp = ConvOp | DepthwiseOp | AddOp | PoolOp | ExtendOp;

/** What happens below zero: nothing, cut off, or a factor per channel. */
export type Activation = 'linear' | 'relu' | 'prelu';

/** A square filter over all channels; `top` and `left` rows and columns of zeros come before the picture. */
export interface ConvOp extends Shape, Window {
  op: 'conv';
  activation: Activation;
}

/** A square filter per channel. */
export interface DepthwiseOp extends Shape, Window {
  op: 'depthwise';
}

/** `from` + `also`; `also` may have fewer channels, the missing ones are zero. */
export interface AddOp extends Shape {
  op: 'add';
  also: number;
  activation: Activation;
}

export interface PoolOp extends Shape {
  op: 'maxPool' | 'averagePool';
  size: number;
  stride: number;
}

/** Rows and columns of zeros after the picture. */
export interface ExtendOp extends Shape {
  op: 'extend';
}

interface Shape {
  from: number;
  to: number;
  h: number;
  w: number;
  c: number;
}

interface Window {
  size: number;
  stride: number;
  top: number;
  left: number;
}
