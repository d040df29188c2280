import { rspack } from '@rspack/core';

export default {
  mode: 'production',
  entry: './src/index.js',
  plugins: [new rspack.HtmlRspackPlugin({ title: 'Rspack' })],
};
