import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'idv-verify';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
