console.log("Network, Network, Network, Network, Network, Network, Network, Network, Network, Network");
