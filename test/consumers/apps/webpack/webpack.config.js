import HtmlPlugin from 'html-webpack-plugin';

export default {
  mode: 'production',
  entry: './src/index.js',
  plugins: [new HtmlPlugin({ title: 'webpack' })],
};
