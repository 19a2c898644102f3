#pragma once
class A {};
