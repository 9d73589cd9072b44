// The states of a camera's channel.

export type ChannelState =
  | 'idle'
  | 'connecting'
  | 'playing'
  | 'offline'
  | 'no-picture'
  | 'unauthorized'
  /** The camera accepts passwords only in clear text, which is not allowed for it. */
  | 'basic-only'
  /** The camera asks for a login by a method that is not supported. */
  | 'login-unsupported'
  /** Data arrives, but no new picture. */
  | 'still'
  | 'garbage'
  | 'codec-unsupported'
  | 'protocol-unsupported'
  | 'address-refused'
  /** Over TLS: the camera's certificate is not issued by a trusted authority, belongs to another host, or has expired. */
  | 'certificate-refused'
  | 'restarting';
