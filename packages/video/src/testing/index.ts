export { type Behaviour, type FakeCamera, type FakeCameraOptions, startFlvCamera, startRtspCamera } from './fake-camera.ts';
export { type Pattern, testPattern } from './test-pattern.ts';
