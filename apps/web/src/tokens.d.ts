declare module '@tokens.css';
