// A script in the page, before its own: sees when a marker is on the globe. It changes nothing of the product. After every animation
// frame in which the globe drew, it reads the pixels back: readPixels waits until they are rastered, and that wait counts.

/** The fresh end of the age legend (packages/map, AGE_LEGEND), and how far from it a pixel may be. */
const FRESH = [0xff, 0xc2, 0x47];
const NEAR = 40;
/** A marker of 32 px has some 150 pixels of its colour. */
const MARKER_PIXELS = 20;

export const MARKER_EYE = `{
  const contexts = [];
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...wanted) {
    const context = getContext.apply(this, wanted);
    if (context && 'drawElements' in context && !contexts.includes(context)) contexts.push(context);
    return context;
  };
  let drew = false;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...of) { drew = true; return draw.apply(this, of); };
  }
  const fresh = (gl) => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const bound = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    const pixels = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, bound);
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (Math.hypot(pixels[at] - ${FRESH[0]}, pixels[at + 1] - ${FRESH[1]}, pixels[at + 2] - ${FRESH[2]}) < ${NEAR}) count++;
    return count;
  };
  const eye = { count: 0, from: null, tell: null, frames: 0 };
  globalThis.markerEye = {
    /** Resolves with the time of the first frame that has more of the colour than now. */
    next: () => { eye.from = eye.count; return new Promise((tell) => { eye.tell = tell; }); },
    frames: () => eye.frames,
  };
  const look = () => {
    if (!drew) return;
    drew = false;
    const gl = contexts.find(({ canvas }) => canvas.isConnected && canvas.closest?.('.globe-stage'));
    if (!gl) return;
    eye.frames++;
    eye.count = fresh(gl);
    if (eye.tell && eye.count >= eye.from + ${MARKER_PIXELS}) { eye.tell(Date.now()); eye.tell = null; }
  };
  const request = requestAnimationFrame;
  globalThis.requestAnimationFrame = (run) => request((time) => { try { run(time); } finally { look(); } });
}`;

/** Arms the eye at once; resolves with the epoch milliseconds of the frame in which one marker more is drawn. */
export const NEXT_MARKER = 'markerEye.next()';
export const FRAMES = 'markerEye.frames()';
