/** Whether other devices of the network reach the server; decided at its own computer only. */

import { type Network, get, post } from "./api";

class Reach {
  /** Whether this page is open at an address that means something on this computer only. */
  readonly local = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  network = $state.raw<Network | null>(null);

  /** Asks the server, where the answer matters. */
  async load(): Promise<void> {
    if (!this.local) return;
    this.network = await get<Network>("network").catch(() => null);
  }

  async change(open: boolean): Promise<void> {
    this.network = await post<Network>("network", { open });
  }
}

export const reach = new Reach();
