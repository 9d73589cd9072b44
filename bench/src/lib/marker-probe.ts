// A script that runs in the page before its own and detects when a marker is drawn on the globe, without changes to the product. After every
// animation frame in which the globe drew, it reads the pixels back; readPixels waits for rasterization, and that wait is part of the figure.

/** The colour of a new alarm in the age legend (features/alarm/layer, AGE_LEGEND), and the tolerance for a pixel. */
const FRESH = [0xff, 0xc2, 0x47];
const TOLERANCE = 40;
/** A marker of 32 px has some 150 pixels of its colour; this many more count as one more marker. */
const MARKER_PIXELS = 20;

export const MARKER_PROBE = `{
  const contexts = [];
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...args) {
    const context = getContext.apply(this, args);
    if (context && 'drawElements' in context && !contexts.includes(context)) contexts.push(context);
    return context;
  };
  let drew = false;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...args) { drew = true; return draw.apply(this, args); };
  }
  const countPixels = (gl) => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const bound = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    const pixels = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, bound);
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (Math.hypot(pixels[at] - ${FRESH[0]}, pixels[at + 1] - ${FRESH[1]}, pixels[at + 2] - ${FRESH[2]}) < ${TOLERANCE}) count++;
    return count;
  };
  const state = { count: 0, from: null, resolve: null, frames: 0 };
  globalThis.markerProbe = {
    /** Resolves with the time of the first frame that has one marker more than now. */
    next: () => { state.from = state.count; return new Promise((resolve) => { state.resolve = resolve; }); },
    frames: () => state.frames,
  };
  const checkFrame = () => {
    if (!drew) return;
    drew = false;
    const gl = contexts.find(({ canvas }) => canvas.isConnected && canvas.closest?.('.globe-stage'));
    if (!gl) return;
    state.frames++;
    state.count = countPixels(gl);
    if (state.resolve && state.count >= state.from + ${MARKER_PIXELS}) { state.resolve(Date.now()); state.resolve = null; }
  };
  const request = requestAnimationFrame;
  globalThis.requestAnimationFrame = (run) => request((time) => { try { run(time); } finally { checkFrame(); } });
}`;

/** Arms the probe at once; resolves with the epoch milliseconds of the frame in which one more marker is drawn. */
export const NEXT_MARKER = 'markerProbe.next()';
export const FRAMES = 'markerProbe.frames()';
