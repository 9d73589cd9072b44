// What the ranger's page says to the ranger.

export interface Notice {
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

/** Whether this phone reaches the server. A ranger has no live connection, so the page polls the server's time. */
export type Line = 'offline' | 'calls' | 'dead' | 'connecting' | 'online';
