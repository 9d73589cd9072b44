export { type Behaviour, type FakeCamera, type FakeCameraOptions, startFlvCamera, startRtspCamera } from './fake-camera.ts';
export { selfSigned } from './self-signed.ts';
export { SHORT_TIMINGS } from './short-timings.ts';
export { type Pattern, testPattern } from './test-pattern.ts';
