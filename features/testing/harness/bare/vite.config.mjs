// Builds the peer page of `npm run bench -- load`; bench/src/load.ts passes the output folder.
export default { base: './', build: { chunkSizeWarningLimit: 20_000 } };
