// Builds the peer of `npm run bench -- load`; bench/src/load.ts gives the folder to build into.
export default { base: './', build: { chunkSizeWarningLimit: 20_000 } };
